export type Json = Record<string, unknown>;

export interface Sample {
  name: string;
  schema: Json;
  uiSchema?: unknown;
  formData?: unknown;
}

export interface LeftOut {
  /** `'tasks/[]/title'`, or '' for the sample's top level. */
  at: string;
  keyword: string;
  reason: string;
  /** True for parts of the uiSchema. */
  isUi: boolean;
}
