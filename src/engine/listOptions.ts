import type { UiNode } from '../model/types';

/** `ui:list`: how rows are named, added and deleted (docs/schemas.md). */
export interface ListOptions {
  add?: string;
  item?: string;
  min?: number;
  max?: number;
  first?: Record<string, unknown>;
  fixed?: string;
  confirm?: string;
  /** Said below the question of `confirm`. */
  warning?: string;
}

/** `ui:entries`: a Yes/No that goes with a list beside it (docs/schemas.md). */
export interface EntriesOptions {
  answer: string;
  list: string;
  onNo?: 'confirm' | 'refuse';
  source?: number;
  itemName?: string;
}

/** The `ui:list` of an array's ui; empty where it has none. */
export function listOptions(ui: UiNode | undefined): ListOptions {
  return (ui?.['ui:list'] as ListOptions | undefined) ?? {};
}

/** The `ui:entries` of an object's ui, if it has one. */
export function entriesOptions(ui: UiNode | undefined): EntriesOptions | undefined {
  return ui?.['ui:entries'] as EntriesOptions | undefined;
}
