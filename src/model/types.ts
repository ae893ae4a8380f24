// Over 250 lines: the types that the whole program shares.

/** Path of an answer: `['employer', 0, 'position']`. */
export type Path = readonly (string | number)[];

/** `keyword` is 'required', 'pattern', 'x-ssn' … */
export interface FieldError {
  path: Path;
  message: string;
  keyword: string;
}

export type Answers = Record<string, unknown>;

export type ApplicationType = 'Office' | 'Agent' | 'Property' | 'Floor' | 'Unit';

export type HouseholdRole = 'applicant' | 'coApplicant' | 'occupant' | 'guarantor' | 'child';

/** What rules and conditions can read besides answers. `today` is an ISO day. */
export interface Context {
  today: string;
  applicationType?: ApplicationType;
  applicant?: { first_name: string; last_name: string };
  emailTaken?: boolean;
  householdRole?: HouseholdRole;
  isFree?: boolean;
  lists?: Record<string, Record<string, unknown>[]>;
}

export type Setting = 'Hide' | 'Required' | 'Optional';

/** `settings` are keyed by `x-config`. `texts` belong to contextual questions. */
export interface SubscriberSettings {
  settings: Record<string, Setting>;
  /** Keys of questions that local law forbids requiring (docs/law.md). */
  neverRequired?: string[];
  /** Keys of questions that local law forbids or delays. */
  hiddenByLaw?: string[];
  texts?: Record<string, { title?: string; order?: number }>;
  wording?: Record<string, Record<string, FieldWording>>;
  translations?: Record<string, Record<string, string>>;
  household?: HouseholdFees;
}

export interface HouseholdFees {
  fee?: 'perAdult' | 'perHousehold';
  guarantors?: 'adult' | 'none';
}

export interface FieldWording {
  label?: string;
  help?: string;
  /** Option labels by stored value. */
  options?: Record<string, string>;
  /** Error messages by keyword. */
  messages?: Record<string, string>;
}

export interface SchemaNode {
  title?: string;
  description?: string;
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  required?: string[];
  enum?: unknown[];
  oneOf?: Option[];
  errorMessage?: Record<string, string>;
  readOnly?: boolean;
  default?: unknown;
  'x-config'?: string | string[];
  'x-photos'?: string;
  'x-conditions'?: Condition[];
  'x-pii'?: 'ssn' | 'dob' | 'bank' | 'contact' | 'none';
  'x-document'?: number;
  'x-together'?: { with: string; key: string; max: number };
  'x-age'?: { min?: number; max?: number };
  examples?: unknown[];
  'x-demands'?: { then?: SchemaNode }[];
  [keyword: string]: unknown;
}

export interface Option {
  const: string | number | boolean;
  title: string;
  'x-config'?: string | string[];
}

export interface Condition {
  if: SchemaNode;
  show?: string[];
  require?: string[];
  'x-config'?: string | string[];
}

/** A text, or alternative texts. The first text with values for all its placeholders is used. */
export type SummaryPart = string | readonly string[];

/** `ui:list` (docs/keywords.md). */
export interface ListOptions {
  add?: string;
  item?: string;
  fixedItem?: string;
  /** Fields that name a row: `['street', 'city', 'state zip']`. */
  named?: string[];
  /** Shown below a collapsed row's name. */
  summary?: SummaryPart[];
  /** A row's text in the section's summary. */
  brief?: SummaryPart[];
  min?: number;
  max?: number;
  /** Adds an empty row while the earliest `since` date is less than `years` years ago. */
  covers?: { years: number; since: string };
  first?: Record<string, unknown>;
  fixed?: string;
  confirm?: string;
  warning?: string;
}

export interface EntriesOptions {
  answer: string;
  list: string;
  onNo?: 'confirm' | 'refuse';
  source?: number;
  itemName?: string;
}

export interface UiNode {
  'ui:order'?: string[];
  'ui:list'?: ListOptions;
  'ui:entries'?: EntriesOptions;
  'ui:help'?: string;
  [name: string]: unknown;
}

export interface SampleConfig {
  title?: string;
  /** Names of files in jurisdictions/: `['us-nj']`. */
  places?: string[];
  documents?: Record<string, Setting>;
  fields?: Record<string, Setting>;
  questions?: Record<string, { display: boolean; required: boolean; order: number; Question: string }>;
  wording?: SubscriberSettings['wording'];
  translations?: SubscriberSettings['translations'];
}

export interface SchemaFiles {
  'definitions/messages.json'?: Record<string, string>;
  [flow: `flows/${string}.json`]: Flow;
  [config: `configs/${string}.json`]: SampleConfig;
  [ui: `${string}.ui.json`]: UiNode;
  'definitions/us-state.json'?: SchemaNode;
  [translation: `translations/${string}.json`]: { language: string; texts: Record<string, string> };
  [file: string]: unknown;
}

export interface Section {
  name: string;
  schema: SchemaNode;
  ui: UiNode;
}

/** `at` is '' for the root, 'employer/[]' for each employer. */
export interface Rule {
  at: string;
  test: string;
  show: string[];
  require: string[];
}

/** Tests an object that includes `$context`. */
export type Test = (data: unknown) => boolean;

export interface PlainSection {
  name: string;
  schema: SchemaNode;
  ui: UiNode;
  rules: Rule[];
  /** Patterns of fields that settings hide. */
  removed: string[];
  tests: Record<string, Record<string, unknown>>;
  strict: SchemaNode;
}

export interface ServedSection {
  name: string;
  schema: SchemaNode;
  ui: UiNode;
  rules: Rule[];
  removed: string[];
  validator: string;
}

export interface ServedForm {
  sections: ServedSection[];
  step?: Step;
  context: Context;
  rules?: string;
}

/** Contains paths such as `'employer/0/position'`. */
export interface Shape {
  hidden: ReadonlySet<string>;
  required: ReadonlySet<string>;
}

export interface CheckResult {
  /** Normalized, without hidden answers. */
  answers: Answers;
  errors: FieldError[];
}

export interface RawError {
  instancePath: string;
  keyword: string;
  message?: string;
  params?: { missingProperty?: string; additionalProperty?: string; errors?: RawError[] };
}

export type CompiledFunctions = Record<string, Test & { errors?: RawError[] | null }>;

export interface Checker {
  functions: CompiledFunctions;
  shape(answers: Answers, context: Context): Shape;
  check(answers: Answers, context: Context): CheckResult;
}

/** `when` is a JSON Schema for the context. `body` is a member of the request body, or `'.'` for the top level. */
export interface FlowSection {
  section: string;
  anchor: string;
  tab: string;
  title: string;
  viewTitle?: string;
  part?: string;
  body: string;
  /** Members of `body` that aren't answers. */
  beside?: string[];
  /** Keys are names in the section. Values are names in the registration. */
  from?: Record<string, string>;
  /** Fields that can keep their stored answer even if a rule rejects it. */
  keeps?: string[];
  when?: Record<string, unknown>;
  aside?: 'scan' | 'history' | 'uploads';
}

export type StepRole =
  | 'registration'
  | 'identity'
  | 'licenceMatch'
  | 'income'
  | 'payment'
  | 'submission'
  | 'desiredAddress'
  | 'desiredUnit'
  | 'supplemental'
  | 'documents';

/** Addresses below /api. */
export interface StepCalls {
  read: `/${string}`;
  query?: Record<string, string>;
  save: `/${string}`;
}

export interface Step {
  id: string;
  role?: StepRole;
  calls?: StepCalls | false;
  signed?: boolean;
  route: string;
  viewRoute?: string;
  title: string;
  heading: string;
  /** The step's name in the section status. */
  status?: string;
  incomplete?: string;
  /** Id of the step that becomes incomplete when this step is saved. */
  reopens?: string;
  encode?: 'questions';
  order?: string[];
  sections: FlowSection[];
}

export type FlowFeature = 'license' | 'income' | 'payment' | 'home' | 'questionnaire' | 'documents' | 'household';

export interface Flow {
  title?: string;
  features?: FlowFeature[];
  steps: Step[];
  /** New addresses by old address. '' for a removed step. */
  redirects?: Record<string, string>;
}
