/** A place in a section's answers: `['employer', 0, 'position']`. */
export type Path = readonly (string | number)[];

/** What is wrong with one answer. `keyword` is the rule that was broken ('required', 'pattern', 'x-ssn' …). */
export interface FieldError {
  path: Path;
  message: string;
  keyword: string;
}

export type Answers = Record<string, unknown>;

export type ApplicationType = 'Office' | 'Agent' | 'Property' | 'Floor' | 'Unit';

/** What rules and conditions may know next to the answers; `today` is an ISO date. */
export interface Context {
  today: string;
  applicationType?: ApplicationType;
  applicant?: { first_name: string; last_name: string };
  emailTaken?: boolean;
  lists?: Record<string, Record<string, unknown>[]>;
}

export type Setting = 'Hide' | 'Required' | 'Optional';

/** The subscriber's part: settings by `x-config` key, for contextual questions their wording and order, and words of any field. */
export interface Overlay {
  settings: Record<string, Setting>;
  texts?: Record<string, { title?: string; order?: number }>;
  /** What this subscriber calls things, by section and field (`address/[]/city`). */
  wording?: Record<string, Record<string, FieldWords>>;
  /** Those words in the other languages. */
  translations?: Record<string, Record<string, string>>;
}

/** One field's words as a subscriber says them; what is absent is as the files say it. */
export interface FieldWords {
  label?: string;
  help?: string;
  /** By the answer that each stands for. */
  options?: Record<string, string>;
  /** By keyword. */
  messages?: Record<string, string>;
}

/** One node of a section schema, references already taken in. */
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
  'x-conditions'?: Condition[];
  'x-pii'?: 'ssn' | 'dob' | 'bank' | 'contact' | 'none';
  'x-document'?: number;
  'x-together'?: { with: string; key: string; max: number };
  'x-age'?: { min?: number; max?: number };
  examples?: unknown[];
  /** Demands of a resolved schema that hold under conditions. */
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

/** `ui:list`: how rows are named, added and deleted (docs/schemas.md). */
export interface ListOptions {
  add?: string;
  item?: string;
  /** What a row is called whose `fixed` answer is true. */
  fixedItem?: string;
  /** The members that name a row, `['street', 'city', 'state zip']`: parts stand after a comma, members of a part after a space. */
  named?: string[];
  min?: number;
  max?: number;
  first?: Record<string, unknown>;
  fixed?: string;
  confirm?: string;
  /** Said below the question of `confirm`. */
  warning?: string;
}

/** `ui:entries`: a Yes/No that goes with a list next to it (docs/schemas.md). */
export interface EntriesOptions {
  answer: string;
  list: string;
  onNo?: 'confirm' | 'refuse';
  source?: number;
  itemName?: string;
}

/** One node of a ui schema; schemas/meta/ui.schema.json holds the files to it. */
export interface UiNode {
  'ui:order'?: string[];
  'ui:list'?: ListOptions;
  'ui:entries'?: EntriesOptions;
  'ui:help'?: string;
  [name: string]: unknown;
}

/** A sample of a subscriber's settings, as `schemas/meta/config.schema.json` describes it. */
export interface SampleConfig {
  title?: string;
  documents?: Record<string, Setting>;
  fields?: Record<string, Setting>;
  questions?: Record<string, { display: boolean; required: boolean; order: number; Question: string }>;
  wording?: Overlay['wording'];
  translations?: Overlay['translations'];
}

/** The files of `schemas/`, parsed, by their path below it; what each kind holds is what its meta-schema says. */
export interface SchemaFiles {
  'meta/widgets.json'?: string[];
  'definitions/messages.json'?: Record<string, string>;
  [flow: `flows/${string}.json`]: Flow;
  [config: `configs/${string}.json`]: SampleConfig;
  [ui: `${string}.ui.json`]: UiNode;
  'definitions/us-state.json'?: SchemaNode;
  [translation: `translations/${string}.json`]: { language: string; texts: Record<string, string> };
  [file: string]: unknown;
}

/** A section as its files say it. */
export interface Section {
  name: string;
  schema: SchemaNode;
  ui: UiNode;
}

/**
 * What a condition decides. `at` is the object it speaks of ('' the root, 'employer/[]' each employer),
 * `test` the name of the compiled function that takes that object and says whether the condition holds.
 */
export interface Rule {
  at: string;
  test: string;
  show: string[];
  require: string[];
}

/** A compiled test: takes an object with `$context` laid in, says whether it holds. */
export type Test = (data: unknown) => boolean;

/** A section after the overlay: nothing hidden in it, no option list but `enum`, conditions taken out as `rules`. */
export interface PlainSection {
  name: string;
  /** For RJSF: plain JSON Schema without conditions. */
  schema: SchemaNode;
  ui: UiNode;
  rules: Rule[];
  /** Fields the settings hide, as patterns (`employer/[]/position`): their stored values are dropped. */
  removed: string[];
  /** The conditions behind `rules`, by `Rule.test`. */
  tests: Record<string, Record<string, unknown>>;
  /** For AJV: the same with conditions, messages and `additionalProperties: false`. */
  strict: SchemaNode;
}

/** A section as the server sends it to the browser; `validator` is the address of its compiled module. */
export interface ServedSection {
  name: string;
  schema: SchemaNode;
  ui: UiNode;
  rules: Rule[];
  removed: string[];
  validator: string;
}

/** The answer of `GET /api/forms/{flow}/{step}`. */
export interface ServedForm {
  sections: ServedSection[];
  /** Where its sections stand, as the flow file is now. */
  step?: Step;
  context: Context;
  /** The address of the rules of all its sections in one module. */
  rules?: string;
}

/** Which fields are drawn and starred for the given answers; keys are paths joined by '/' ('employer/0/position'). */
export interface Shape {
  hidden: ReadonlySet<string>;
  required: ReadonlySet<string>;
}

export interface Verdict {
  /** Normalised and pruned: what would be saved. */
  answers: Answers;
  errors: FieldError[];
}

/** The parts of AJV's error object that matter here. */
export interface RawError {
  instancePath: string;
  keyword: string;
  message?: string;
  params?: { missingProperty?: string; additionalProperty?: string; errors?: RawError[] };
}

/** What AJV made of a section, in this process or in a module: the section's function, and those of its conditions by their names. */
export type CompiledFunctions = Record<string, Test & { errors?: RawError[] | null }>;

/** One section's rules, ready to run; made from AJV on the server and from a compiled module in the browser. */
export interface Checker {
  /** What it was made from: the functions that AJV compiled. */
  functions: CompiledFunctions;
  shape(answers: Answers, context: Context): Shape;
  check(answers: Answers, context: Context): Verdict;
}

/** `when` is JSON Schema over the context; `body` the member of the request body that holds the answers ('.' the body itself). */
export interface FlowSection {
  section: string;
  anchor: string;
  tab: string;
  title: string;
  viewTitle?: string;
  /** The section's own heading where several share an accordion by their anchor. */
  part?: string;
  body: string;
  /** Members that the server puts among these answers when they are read, and that are none. */
  beside?: string[];
  /** What stands here before the first save: the section's name → the registration's. */
  from?: Record<string, string>;
  when?: Record<string, unknown>;
  /** What the page shows next to the section's questions: 'scan' the QR code that hands the capture to a phone, 'history' what a list of addresses lacks, 'uploads' the step's sources with their files. */
  aside?: 'scan' | 'history' | 'uploads';
}

/** What the program does for a step beyond drawing, reading and saving it. */
export type StepRole =
  | 'registration'
  | 'identity'
  | 'licenceMatch'
  | 'income'
  | 'payment'
  | 'desiredAddress'
  | 'desiredUnit'
  | 'supplemental'
  | 'documents';

/** Below /api: `read` is a GET that ends in the application's number, `save` a POST of the answers. */
export interface StepCalls {
  read: `/${string}`;
  /** Sent with the read. */
  query?: Record<string, string>;
  save: `/${string}`;
}

export interface Step {
  id: string;
  role?: StepRole;
  /** Its calls where they are not the usual ones; false for a step that nothing reads or saves by itself. */
  calls?: StepCalls | false;
  /** Whether its questions and answers are part of what the applicant signs. */
  signed?: boolean;
  route: string;
  /** The read-only twin. */
  viewRoute?: string;
  title: string;
  heading: string;
  /** The member of the section status that says this step is done. */
  status?: string;
  /** Said when a later step is tried before this one is done. */
  incomplete?: string;
  /** The later step that a save of this one makes incomplete again. */
  reopens?: string;
  /** 'questions': the body carries the sections' groups as one ordered list. */
  encode?: 'questions';
  /** The groups of that list, in the order they are sent. */
  order?: string[];
  sections: FlowSection[];
}

export interface Flow {
  title?: string;
  steps: Step[];
}
