import { isRecord } from './paths';
import type { SchemaNode } from './types';

/** One message a section may say: at which field (`'address/[]/zipcode'`), for which rule. */
export interface SectionMessage {
  field: string;
  keyword: string;
  message: string;
}

/** Every message of a resolved section (its `strict` schema), in the order of its fields. */
export function sectionMessages(strict: SchemaNode): SectionMessage[] {
  const all = messagesAt(strict, '');
  const seen = new Set<string>();
  return all
    .filter(({ keyword }) => keyword !== 'type' && keyword !== 'additionalProperties')
    .filter(({ field, keyword }) => !seen.has(`${field} ${keyword}`) && seen.add(`${field} ${keyword}`));
}

function messagesAt(node: SchemaNode, at: string): SectionMessage[] {
  const below = (name: string) => (at ? `${at}/${name}` : name);
  const demands = node.allOf ?? [];
  return [
    ...saidAt(node, at, below),
    ...demands.flatMap(({ then }) => (then ? saidAt(then, at, below) : [])),
    ...Object.entries(node.properties ?? {}).flatMap(([name, child]) => messagesAt(child, below(name))),
    ...(node.items ? messagesAt(node.items, below('[]')) : []),
  ];
}

function saidAt({ errorMessage = {} }: SchemaNode, at: string, below: (name: string) => string): SectionMessage[] {
  return Object.entries(errorMessage as Record<string, unknown>).flatMap(([keyword, said]) => {
    if (isRecord(said))
      return Object.entries(said).map(([name, message]) => ({ field: below(name), keyword, message: String(message) }));
    return [{ field: at, keyword, message: String(said) }];
  });
}
