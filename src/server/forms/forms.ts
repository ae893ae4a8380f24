import { hash } from 'node:crypto';
import type { Catalogue } from '../../model/catalogue';
import { createStore } from '../../model/createStore';
import { nameRules, stepInRole } from '../../model/flow';
import type { Migration } from '../../model/migrations';
import type { FileChanges } from '../../model/studio';
import { translate } from '../../model/translate';
import type {
  Checker,
  Context,
  Flow,
  Overlay,
  PlainSection,
  SchemaFiles,
  ServedForm,
  ServedSection,
  Step,
  StepRole,
} from '../../model/types';
import type { Finding } from '../../tools/schemas/lint/lintSchemas';
import type { Applicant } from '../auth/sessions';
import type { Events } from '../db/events';
import type { Clock } from '../db/memory';
import { refuse } from '../http/errors';
import { createAjv } from './compile';
import { hashText, joinModules } from './compiledSections';
import type { FormStore } from './formStore';
import { createSubscriberSettings } from './formStore';
import type { Hindrance } from './intake';
import { fillAsked, readProgram } from './program';
import { nameState, readSchemaTexts } from './readSchemas';
import { configHash, decidingFiles, exchangeFiles, HeldBack, hashTexts, layFiles, makeSchemas } from './schemaFiles';
import { createJudge } from './schemaThread';

/** The forms as this subscriber asks them; every verdict of the server comes from here. */
export interface Forms {
  /** As the files were when they were last taken in. */
  readonly catalogue: Catalogue;
  readonly states: { code: string; name: string }[];
  /** The parsed schema files, by their path below schemas/. */
  readonly files: SchemaFiles;
  /** The same as they are written. */
  readonly texts: Readonly<Record<string, string>>;
  /** Names the schema files that are in force. */
  readonly schemaVersion: string;
  /** What stored answers go through that were given to older files. */
  readonly migrations: Migration[];
  /** What holds the files back as they are now on disk; empty while these are in force. */
  readonly heldBack: readonly Finding[];
  /** Names all that the files say, words included, and ends in the last migration's name. */
  readonly version: string;
  /** How the files lay there before they were first read (`nameState`): what changes from then on is to be taken in. */
  readonly firstSeen: string;
  /** Takes the files in anew. Throws a HeldBack, and stays with what it has, when they must not become live. */
  reload(): Promise<void>;
  /**
   * What would hold changes back that are laid over what is live (null: the file as schemas/ has it), and what somebody is to be set;
   * the texts are all files as they would be.
   */
  tryOut(changes: FileChanges, overlays?: Record<string, Overlay>): Promise<Tried>;
  /** Tells after every reload, also of one that was held back; what comes back ends it. */
  onReload(listener: () => void): () => void;
  /** A step's sections with their context. Throws `notFound` for an unknown flow or step. */
  formOf(flow: string, step: string, applicant: Applicant, language?: string): Promise<ServedForm>;
  /** The same for a context made elsewhere: registration and login have no applicant yet. */
  serve(flow: string, step: string, overlay: Overlay, context: Context, language?: string): Promise<ServedForm>;
  /**
   * Steps and their sections as `serve` gives them, written as the members `"flow":{…},"forms":{…}` of a JSON object once per
   * configuration; `hash` changes with the bytes.
   */
  writtenForms(
    flow: string,
    steps: readonly string[],
    overlay: Overlay,
    context: Context,
    language?: string,
  ): Promise<WrittenForms>;
  /** The compiled modules of a step's sections as one, written once per configuration (src/engine/loadChecker.ts reads it). */
  stepRules(step: string, overlay: Overlay, language?: string): JoinedRules;
  /** A context as JSON; its lists are written once. */
  contextText(context: Context): string;
  /** One section as it is served, its module compiled and kept; in the schema's own words where there is no such language. */
  publish(section: string, overlay: Overlay, language?: string): Promise<ServedSection>;
  /** The words of the languages in translations/, by their file's name. */
  readonly languages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  stepOf(flow: string, step: string): Step;
  /** The same in the words of a language. */
  spokenStep(flow: string, step: string, language?: string): Step;
  /** Names the rules of a step's sections, as a page says which it was filled in by. */
  rulesOf(flow: string, step: string, applicant: Applicant, language?: string): Promise<string>;
  /** The step that plays a part, and the flow it is of. Throws Error for a role that no flow gives. */
  inRole(role: StepRole): { flow: string; step: Step };
  /** The step's sections that are asked in this context. */
  sectionsOf(step: Step, context: Context): Step['sections'];
  plainOf(section: string, overlay: Overlay): PlainSection;
  checkerFor(section: string, overlay: Overlay): Checker;
  overlayOf(subscriberId: string): Promise<Overlay>;
  contextOf(applicant: Applicant): Promise<Context>;
  /** The module's text, or undefined for a hash nobody made. */
  validatorCode(hash: string): Promise<string | undefined>;
}

/** Changes that were laid over what is live. */
export interface Tried {
  texts: Record<string, string>;
  textsHash: string;
  findings: Hindrance[];
}

interface WrittenForms {
  bytes: Buffer;
  hash: string;
}

/** The rules of several sections in one module. */
export interface JoinedRules {
  code: string;
  hash: string;
}

type Schemas = ReturnType<typeof makeSchemas>;

/** So many are kept written out, at up to 100 kB. */
const MOST_TEXTS = 300;

/** The flows whose steps an applicant answers once signed in: until the application is submitted, and afterwards. */
export const applicantFlows = ['application', 'success'] as const;

const allFlows = ['entry', 'office', ...applicantFlows];

/** The overlay where no subscriber is known yet. */
export const noOverlay: Overlay = { settings: {} };

/** Reads schemas/ and compiles each section once per configuration. Throws a CatalogueError for files that break the dialect. */
export async function createForms(
  store: FormStore,
  clock: Clock,
  events: Events,
  folder?: string,
  program = readProgram(),
): Promise<Forms> {
  const reloads = createStore(undefined);
  const findHindrances = createJudge(store);
  let heldBack: readonly Finding[] = [];
  /** Set where another program took in what was in force at the start. */
  let asked: SchemaFiles | undefined;
  const firstSeen = await nameState(folder);
  let loaded: Schemas = await takeInFirst();
  exchangeFiles(loaded.files);
  let reloading: Promise<unknown> = Promise.resolve();
  const compile = (section: string, overlay: Overlay) => loaded.compile(section, overlay);
  const published = new Set<string>();
  const settings = createSubscriberSettings(store, clock, events);
  const applies = createApplies();
  let written = new Map<string, Promise<WrittenForms>>();
  const joinedRules = new Map<string, JoinedRules>();
  const listTexts = new WeakMap<object, string>();
  /** By a language's words and the step in the schema's own: both are others after each reload. */
  const spokenSteps = new WeakMap<object, Map<Step, Step>>();

  /**
   * What was published and the files, unless they changed while no process ran and must not become live: then what was in force before. Files
   * that were in force once are not judged again, so that an older release can be put back. What was in force under another release is
   * given the words that this one asks for.
   */
  async function takeInFirst() {
    const base = await readSchemaTexts(folder);
    const { files } = await store.published();
    const texts = layFiles(base, files);
    const last = await store.lastTexts(hashTexts(texts));
    const before = last.wasLive ? undefined : readLast(last.texts);
    if (!before) return takeFirst(base, files);
    if (last.program !== program.name) asked = program.asked();
    heldBack = await judge(texts, before);
    if (heldBack.length === 0) return takeIn(texts);
    return (asked && readLast(fillAsked(before.texts, asked))) || before;
  }

  /** A published version that the program does not take any more is held back, and the files are served: a start must not fail by it. */
  async function takeFirst(base: Record<string, string>, files: FileChanges) {
    if (Object.keys(files).length === 0) return takeIn(base);
    try {
      return await takeIn(layFiles(base, files));
    } catch (error) {
      heldBack = [{ code: 'not-taken', file: Object.keys(files).join(', '), path: '', line: 1, mend: String(error) }];
      return takeIn(base);
    }
  }

  async function reloadNow(): Promise<void> {
    const { files, passed } = await store.published();
    const texts = layFiles(await readSchemaTexts(folder), files);
    heldBack = hashTexts(texts) === passed ? [] : await judge(texts, loaded);
    if (heldBack.length === 0) {
      loaded = await takeIn(texts);
      exchangeFiles(loaded.files);
      written = new Map();
    }
    reloads.set(undefined);
    if (heldBack.length) throw new HeldBack(heldBack);
  }

  async function takeIn(texts: Record<string, string>) {
    const taken = makeSchemas(texts);
    await store.keepVersion(taken.version, decidingFiles(taken.files));
    await store.keepTexts(taken.textsHash, texts, program.name, clock());
    return taken;
  }

  const compileFor = (section: string, overlay: Overlay, language: string) =>
    (loaded.compileIn[language] ?? compile)(section, overlay);

  /** What is wrong with texts that were changed. */
  async function judge(
    texts: Record<string, string>,
    before: Schemas,
    overlays?: Record<string, Overlay>,
  ): Promise<Hindrance[]> {
    if (hashTexts(texts) === before.textsHash && !overlays) return [];
    return findHindrances({
      texts,
      before: before.texts,
      asked,
      overlays: { ...(await store.allOverlays()), ...overlays },
      newOverlays: overlays,
      today: clock().toISOString().slice(0, 10),
    });
  }

  async function publish(section: string, overlay: Overlay, language = ''): Promise<ServedSection> {
    const { plain, module } = compileFor(section, overlay, language);
    const validator = await keepModule(module());
    const { name, schema, ui, rules, removed } = plain;
    return { name, schema, ui, rules, removed, validator };
  }

  /** Stored, so that any process can serve what this one compiled; gives its address. */
  async function keepModule({ hash, code }: JoinedRules): Promise<string> {
    if (!published.has(hash)) await store.keepValidator(hash, code);
    published.add(hash);
    return addressOf(hash);
  }

  function joinRules(names: string[], overlay: Overlay, language: string): JoinedRules {
    const modules = names.map((name) => compileFor(name, overlay, language).module());
    const byAddress = new Map(modules.map(({ hash, code }) => [addressOf(hash), code]));
    const key = [...byAddress.keys()].join();
    const found = joinedRules.get(key) ?? writeRules(byAddress);
    if (joinedRules.size >= MOST_TEXTS) joinedRules.clear();
    joinedRules.set(key, found);
    return found;
  }

  /** `names` are the sections of each step that are asked. */
  async function writeForms(
    steps: readonly Step[],
    names: readonly string[][],
    overlay: Overlay,
    language: string,
  ): Promise<WrittenForms> {
    const sections = await Promise.all(
      names.map((own) => Promise.all(own.map((name) => publish(name, overlay, language)))),
    );
    const byStep = (parts: readonly unknown[]) =>
      JSON.stringify(Object.fromEntries(steps.map(({ id }, n) => [id, parts[n]])));
    const text = `"flow":${byStep(steps)},"forms":${byStep(sections)}`;
    return { bytes: Buffer.from(text), hash: hash('sha256', text, 'base64url').slice(0, 22) };
  }

  const forms: Forms = {
    get catalogue() {
      return loaded.catalogue;
    },
    get states() {
      return loaded.states;
    },
    get files() {
      return loaded.files;
    },
    get texts() {
      return loaded.texts;
    },
    get schemaVersion() {
      return loaded.version;
    },
    get languages() {
      return loaded.languages;
    },
    get migrations() {
      return loaded.migrations;
    },
    get version() {
      return loaded.name;
    },
    get heldBack() {
      return heldBack;
    },
    firstSeen,
    reload() {
      // One after the other: what was read first must not be taken in last.
      const turn = reloading.then(reloadNow);
      reloading = turn.catch(() => undefined);
      return turn;
    },
    async tryOut(changes, overlays) {
      const { files } = await store.published();
      const texts = layFiles(await readSchemaTexts(folder), { ...files, ...changes });
      return { texts, textsHash: hashTexts(texts), findings: await judge(texts, loaded, overlays) };
    },
    onReload: reloads.subscribe,
    publish,
    async formOf(flow, step, applicant, language) {
      const [overlay, context] = await Promise.all([
        forms.overlayOf(applicant.subscriberId),
        forms.contextOf(applicant),
      ]);
      return forms.serve(flow, step, overlay, context, language);
    },
    async rulesOf(flow, step, applicant, language) {
      const { sections } = await forms.formOf(flow, step, applicant, language);
      return nameRules(sections.map(({ validator }) => validator));
    },
    async serve(flow, step, overlay, context, language = '') {
      const names = forms.sectionsOf(forms.stepOf(flow, step), context).map((one) => one.section);
      const sections = await Promise.all(names.map((name) => publish(name, overlay, language)));
      const rules = await keepModule(joinRules(names, overlay, language));
      return { sections, step: forms.spokenStep(flow, step, language), context, rules };
    },
    stepRules(step, overlay, language = '') {
      const names = forms.stepOf('application', step).sections.map(({ section }) => section);
      return joinRules(names, overlay, language);
    },
    writtenForms(flow, steps, overlay, context, language = '') {
      const each = steps.map((step) => forms.spokenStep(flow, step, language));
      const names = each.map((step) => forms.sectionsOf(step, context).map((one) => one.section));
      const known = written;
      const key = [configHash(overlay), language, ...steps.map((step, n) => `${step}/${names[n]}`)].join();
      const found = known.get(key) ?? writeForms(each, names, overlay, language);
      if (known.size >= MOST_TEXTS) known.clear();
      known.set(key, found);
      found.catch(() => known.delete(key));
      return found;
    },
    contextText({ lists, ...context }) {
      if (!lists) return JSON.stringify(context);
      const text = listTexts.get(lists) ?? JSON.stringify(lists);
      listTexts.set(lists, text);
      return `${JSON.stringify(context).slice(0, -1)},"lists":${text}}`;
    },
    spokenStep(flow, step, language = '') {
      const words = loaded.languages[language];
      const own = forms.stepOf(flow, step);
      if (!words) return own;
      const spoken = spokenSteps.get(words) ?? new Map<Step, Step>();
      spokenSteps.set(words, spoken);
      const found = spoken.get(own) ?? translate(own, words);
      spoken.set(own, found);
      return found;
    },
    stepOf(flow, step) {
      const found = flowOf(loaded.catalogue, flow).steps.find((one) => one.id === step);
      if (!found) throw refuse('notFound');
      return found;
    },
    inRole(role) {
      const flow = ['entry', ...applicantFlows].find((name) =>
        loaded.catalogue.flow(name).steps.some((step) => step.role === role),
      );
      return { flow: flow ?? '', step: stepInRole(loaded.catalogue.flow(flow ?? 'application'), role) };
    },
    sectionsOf: (step, context) => step.sections.filter((one) => applies(one.when, context)),
    plainOf: (section, overlay) => compile(section, overlay).plain,
    checkerFor: (section, overlay) => compile(section, overlay).checker,
    overlayOf: settings.overlayOf,
    async contextOf(applicant) {
      return {
        today: todayIn(applicant.timeZone, clock()),
        applicationType: applicant.applicationType,
        applicant: { first_name: applicant.firstName, last_name: applicant.lastName },
        lists: await settings.listsOf(applicant.subscriberId, applicant.propertyId),
      };
    },
    validatorCode: (hash) => store.findValidator(hash),
  };
  return forms;
}

/** Undefined where there are none, or none that this program takes: another release may have kept them. */
function readLast(texts: Record<string, string> | undefined): Schemas | undefined {
  try {
    return texts && makeSchemas(texts);
  } catch {
    return undefined;
  }
}

const addressOf = (hash: string) => `/api/forms/validators/${hash}.js`;

function writeRules(modules: ReadonlyMap<string, string>): JoinedRules {
  const code = joinModules(modules);
  return { code, hash: hashText(code) };
}

/** The calendar day at a place: `todayIn('America/New_York', clock())` → '2026-11-21'. */
export function todayIn(timeZone: string, now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  const known = days.get(timeZone);
  if (known?.minute === minute) return known.day;
  const { format } = known ?? dayFormat(timeZone);
  const day = format(now);
  days.set(timeZone, { format, minute, day });
  return day;
}

const dayFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** Making a format takes longer than all else that opening a page asks of this process, and no day begins within a minute. */
const days = new Map<string, { format: Intl.DateTimeFormat['format']; minute: number; day: string }>();

function flowOf(catalogue: Catalogue, name: string): Flow {
  if (!allFlows.includes(name)) throw refuse('notFound');
  return catalogue.flow(name);
}

function createApplies(): (when: Record<string, unknown> | undefined, context: Context) => boolean {
  const ajv = createAjv();
  return (when, context) => !when || ajv.validate(when, context) === true;
}
