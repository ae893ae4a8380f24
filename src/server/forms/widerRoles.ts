import { isRecord } from '../../model/answers/paths';
import type { SchemaFiles } from '../../model/types';

export const STATUS = 'office/status.json';

export function findWiderRoles(before: SchemaFiles, after: SchemaFiles): { path: string; fix: string }[] {
  const roles = scopesByRole(before);
  return Object.entries(scopesByRole(after)).flatMap(([role, scopes]) => {
    const more = scopes.filter((scope) => roles[role] && !roles[role].includes(scope));
    if (more.length === 0) return [];
    const fix = `Everyone with this role would also get: ${more.join(', ')}. Give these people another role instead.`;
    return [{ path: `/roles/${role}/scopes`, fix }];
  });
}

function scopesByRole(files: SchemaFiles): Record<string, string[]> {
  const file: unknown = files[STATUS];
  const roles = isRecord(file) && isRecord(file.roles) ? file.roles : {};
  return Object.fromEntries(Object.entries(roles).map(([role, rule]) => [role, [Object(rule).scopes ?? []].flat()]));
}
