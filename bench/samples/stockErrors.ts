import type { RJSFSchema } from '@rjsf/utils';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { keyOf, parsePointer } from '../../src/model/answers/paths';
import type { RawError } from '../../src/model/types';
import type { Sample } from './sample';

const newest = customizeValidator({ AjvClass: Ajv2020 });
const defaultValidator = customizeValidator();

/** Returns the places of stock RJSF's errors, or the reason why RJSF can't compile the schema. */
export function stockErrors({ schema, formData }: Sample): { errors: string[]; crash?: string } {
  const validator = String(schema.$schema).includes('2020-12') ? newest : defaultValidator;
  const { errors = [], validationError } = validator.rawValidation<RawError>(schema as RJSFSchema, Object(formData));
  return { errors: [...new Set(errors.map(placeOf))], crash: validationError?.message };
}

function placeOf({ instancePath, params }: RawError): string {
  const member = params?.missingProperty ?? params?.additionalProperty;
  return keyOf([...parsePointer(instancePath), ...(member === undefined ? [] : [member])]);
}
