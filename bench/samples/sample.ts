export type Json = Record<string, unknown>;

/** A form as RJSF's playground writes it. */
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
  /** Lint's message. */
  reason: string;
  /** True if only its appearance is lost. */
  isUi: boolean;
}
