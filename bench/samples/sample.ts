export type Json = Record<string, unknown>;

/** A sample form of RJSF's playground. */
export interface Sample {
  name: string;
  schema: Json;
  uiSchema?: unknown;
  formData?: unknown;
}

/** Something that our format doesn't support. */
export interface LeftOut {
  /** `'tasks/[]/title'`, or '' for the whole sample. */
  at: string;
  keyword: string;
  reason: string;
  /** True for parts of the uiSchema. */
  isUi: boolean;
}
