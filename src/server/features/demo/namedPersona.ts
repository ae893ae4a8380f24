import { isRecord } from '../../../model/answers/paths';

export interface DemoPerson {
  first_name: string;
  last_name: string;
  email: string;
}

interface Persona {
  applicant: { first_name: string; last_name: string };
  flows: { entry: { registration: Record<string, Record<string, unknown>> } };
}

export function namePersona<P extends Persona>(persona: P, person: DemoPerson): P {
  const { first_name: first, last_name: last } = persona.applicant;
  const email = persona.flows.entry.registration['registration-personal']?.email;
  if (typeof email !== 'string') throw new Error('The persona has no email');
  const own: Record<string, string> = { [first]: person.first_name, [last]: person.last_name, [email]: person.email };
  const rename = (text: string) =>
    own[text] ?? text.replace(new RegExp(`^${first} ${last}$`, 'i'), `${person.first_name} ${person.last_name}`);
  // Only strings change, so the type stays the same.
  return mapTexts(persona, rename) as P;
}

function mapTexts(node: unknown, change: (text: string) => string): unknown {
  if (typeof node === 'string') return change(node);
  if (Array.isArray(node)) return node.map((one) => mapTexts(one, change));
  if (!isRecord(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, mapTexts(value, change)]));
}
