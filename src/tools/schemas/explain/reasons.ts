import { settingFor } from '../../../model/settings';
import type { Overlay, SchemaNode } from '../../../model/types';
import { describeTest } from './describe';
import { nameIn } from './fieldPlaces';

/** One thing that decides about a field; `path` points into the file named. */
export interface Reason {
  about: 'field' | 'type' | 'setting' | 'condition' | 'required' | 'message' | 'widget' | 'personal' | 'result';
  text: string;
  file?: 'schema' | 'ui';
  path?: string;
}

/** What decides about one field on the way to the field asked for, or about that field itself. */
export function aboutStep(
  path: string,
  node: SchemaNode,
  above: SchemaNode | undefined,
  isField: boolean,
  overlay: Overlay,
): Reason[] {
  const parent = parentOf(path, above);
  const name = nameIn(path);
  const place = isField ? '' : `${name}: `;
  return [
    ...aboutSetting(node, path, place, overlay),
    ...(isField || parent.node ? aboutConditions(parent, name, place, overlay) : []),
    ...(isField ? aboutRequired(node, parent, name, overlay) : []),
  ];
}

interface Parent {
  path: string;
  node?: SchemaNode;
}

function parentOf(path: string, above: SchemaNode | undefined): Parent {
  const at = path.slice(0, path.lastIndexOf('/properties/'));
  return { path: at, node: at.endsWith('/items') ? above?.items : above };
}

function aboutSetting(node: SchemaNode, path: string, place: string, overlay: Overlay): Reason[] {
  if (node['x-config'] === undefined) return [];
  const keys = [node['x-config']].flat();
  const setting = settingFor(node['x-config'], overlay);
  const each = keys.map((key) => `${key} = ${overlay.settings[key] ?? 'not set'}`).join(', ');
  const means = {
    Hide: 'taken out',
    Required: node.type === 'object' ? 'stays' : 'required while it is shown',
    Optional: 'asked, not required',
  };
  return [
    {
      about: 'setting',
      text: `${place}${each}: ${setting ? means[setting] : 'as the file says'}`,
      file: 'schema',
      path: `${path}/x-config`,
    },
  ];
}

function aboutConditions({ path, node }: Parent, name: string, place: string, overlay: Overlay): Reason[] {
  return (node?.['x-conditions'] ?? []).flatMap((rule, i): Reason[] => {
    const does = [rule.show?.includes(name) && 'shown', rule.require?.includes(name) && 'required'].filter(Boolean);
    if (does.length === 0) return [];
    const off =
      rule['x-config'] && settingFor(rule['x-config'], overlay) !== 'Required'
        ? ` (counts only when ${[rule['x-config']].flat().join(', ')} is Required, and it is not)`
        : '';
    return [
      {
        about: 'condition',
        text: `${place}${does.join(' and ')} while ${describeTest(rule.if)}${off}`,
        file: 'schema',
        path: `${path}/x-conditions/${i}`,
      },
    ];
  });
}

function aboutRequired(node: SchemaNode, { path, node: parent }: Parent, name: string, overlay: Overlay): Reason[] {
  const written = parent?.required?.includes(name) ?? false;
  const setting = settingFor(node['x-config'], overlay);
  const text =
    setting === 'Required' && !written
      ? 'yes, by the setting'
      : setting === 'Optional' && written
        ? 'no: the setting takes it off'
        : written
          ? 'yes, by the file'
          : 'not by the file';
  return [{ about: 'required', text, file: 'schema', path: `${path}/required` }];
}

/** What the field says when its rules are broken. */
export function messagesOf(node: SchemaNode, path: string): Reason[] {
  return Object.entries(node.errorMessage ?? {}).map(([keyword, message]) => ({
    about: 'message',
    text: `${keyword}: ${message}`,
    file: 'schema',
    path: `${path}/errorMessage/${keyword}`,
  }));
}
