import { describe, expect, it } from 'vitest';
import { readSchemaTexts } from '../../src/server/forms/readSchemas';
import { explainLines } from '../../src/tools/schemas/explain';

const texts = await readSchemaTexts();

function explained(section: string, field: string, config: string): string {
  return explainLines(texts, { section, field, config: `configs/${config}.json` }).join('\n');
}

describe('npm run schemas -- explain', () => {
  it('reports that a setting hides a field', () => {
    const explanation = explained('address', 'landlord_number', 'lean');
    expect(explanation).toContain('LandlordTelephone = Hide: hidden');
    expect(explanation).toMatch(/result +hidden by a setting/);
  });

  it('reports the condition and the setting that require a field', () => {
    const explanation = explained('address', 'landlord_number', 'strict');
    expect(explanation).toContain('shown while property_type is 1');
    expect(explanation).toContain('yes, by the setting');
    expect(explanation).toMatch(/result +shown if its condition is met, required/);
  });

  it('reports that a condition needs a setting', () => {
    expect(explained('address', 'move_in_date', 'lean')).toContain(
      "applies only if MoveInDate is Required, and it isn't",
    );
    expect(explained('address', 'move_in_date', 'demo')).not.toContain('applies only');
  });

  it('names the line of the definition that a rule comes from', () => {
    const line = (texts['definitions/zip.json'] ?? '').split('\n').findIndex((one) => one.includes('"type"')) + 1;
    expect(explained('address', 'zipcode', 'demo')).toContain(`[schemas/definitions/zip.json:${line}]`);
  });

  it('reports that the group around a field is hidden', () => {
    expect(explained('other-details', 'have_pet/fields/pet_breed', 'lean')).toContain(
      'have_pet: have_pet = Hide: hidden',
    );
  });

  it('lists the fields for an unknown name', () => {
    expect(() => explained('ssn', 'SSN', 'demo')).toThrow(
      /There's no field 'SSN'\. Use one of isUS_citizen, SSNNumber/,
    );
  });

  it('lists the fields if several have the name', () => {
    expect(() => explained('other-details', 'response', 'demo')).toThrow(
      /matches several fields\. Use is_student\/response or/,
    );
  });
});
