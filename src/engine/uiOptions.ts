import type { UiNode } from '../model/types';

/** How one answer is drawn: `ui:x` and `ui:options.x` of a ui schema as one record, as RJSF has it. */
export type UiOptions = Record<string, unknown>;

/** `{ 'ui:help': 'h', 'ui:options': { width: 'half' } }` → `{ help: 'h', width: 'half' }`. */
export function uiOptions(ui: UiNode | undefined): UiOptions {
  const out: UiOptions = {};
  for (const [key, value] of Object.entries(ui ?? {})) {
    if (key === 'ui:options') Object.assign(out, value);
    else if (key.startsWith('ui:')) out[key.slice(3)] = value;
  }
  return out;
}
