import type pg from 'pg';
import type { Catalogue } from '../../model/catalogue';
import { createAjv } from '../../model/createAjv';
import type { Migration } from '../../model/migrations';
import type { Checker, Context, Flow, Overlay, PlainSection, ServedForm, ServedSection, Step } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import type { Clock } from '../db/memory';
import type { News } from '../db/news';
import { refuse } from '../http/errors';
import type { FormStore } from './formStore';
import { loadSchemas } from './schemaFiles';
import { decidingFiles } from './schemaVersion';
import { createSubscriberSettings } from './subscriberSettings';

/** The forms as this subscriber asks them; every verdict of the server comes from here. */
export interface Forms {
  /** As the files were when they were last taken in. */
  readonly catalogue: Catalogue;
  readonly states: { code: string; name: string }[];
  /** The parsed schema files, by their path below schemas/. */
  readonly files: Record<string, unknown>;
  /** Names the schema files that are in force. */
  readonly schemaVersion: string;
  /** What stored answers go through that were given to older files. */
  readonly migrations: Migration[];
  /** Takes the files in anew. Throws, and stays with what it has, when they cannot be used. */
  reload(): Promise<void>;
  /** Tells after every reload; what comes back ends it. */
  onReload(listener: () => void): () => void;
  /** A step's sections with their context. Throws `notFound` for an unknown flow or step. */
  formOf(flow: string, step: string, applicant: Applicant, language?: string): Promise<ServedForm>;
  /** The same for a context made elsewhere: registration and login have no applicant yet. */
  serve(flow: string, step: string, overlay: Overlay, context: Context, language?: string): Promise<ServedForm>;
  /** One section as it is served, its module compiled and kept; in the schema's own words where there is no such language. */
  publish(section: string, overlay: Overlay, language?: string): Promise<ServedSection>;
  /** The words of the languages in translations/, by their file's name. */
  readonly languages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  stepOf(flow: string, step: string): Step;
  /** The step's sections that are asked in this context. */
  sectionsOf(step: Step, context: Context): Step['sections'];
  plainOf(section: string, overlay: Overlay): PlainSection;
  checkerFor(section: string, overlay: Overlay): Checker;
  overlayOf(subscriberId: string): Promise<Overlay>;
  contextOf(applicant: Applicant): Promise<Context>;
  /** The module's text, or undefined for a hash nobody made. */
  validatorCode(hash: string): Promise<string | undefined>;
}

/** The overlay where no subscriber is known yet. */
export const noOverlay: Overlay = { settings: {} };

/** Reads schemas/ and compiles each section once per configuration. Throws a CatalogueError for files that break the dialect. */
export async function createForms(
  db: pg.Pool,
  store: FormStore,
  clock: Clock,
  news: News,
  folder?: string,
): Promise<Forms> {
  const listeners = new Set<() => void>();
  let loaded = await takeIn();
  const compile = (section: string, overlay: Overlay) => loaded.compile(section, overlay);
  const published = new Set<string>();
  const settings = createSubscriberSettings(db, store, clock, news);
  const applies = createApplies();

  async function takeIn() {
    const taken = await loadSchemas(folder);
    await store.keepVersion(taken.version, decidingFiles(taken.files));
    return taken;
  }

  async function publish(section: string, overlay: Overlay, language = ''): Promise<ServedSection> {
    const { plain, module } = (loaded.compileIn[language] ?? compile)(section, overlay);
    const { hash, code } = module();
    // Stored, so that any process can serve what this one compiled.
    if (!published.has(hash)) await store.keepValidator(hash, code);
    published.add(hash);
    const { name, schema, ui, rules, removed } = plain;
    return { name, schema, ui, rules, removed, validator: `/api/forms/validators/${hash}.js` };
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
    get schemaVersion() {
      return loaded.version;
    },
    get languages() {
      return loaded.languages;
    },
    get migrations() {
      return loaded.migrations;
    },
    async reload() {
      loaded = await takeIn();
      for (const listener of listeners) listener();
    },
    onReload(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish,
    async formOf(flow, step, applicant, language) {
      const [overlay, context] = await Promise.all([
        forms.overlayOf(applicant.subscriberId),
        forms.contextOf(applicant),
      ]);
      return forms.serve(flow, step, overlay, context, language);
    },
    async serve(flow, step, overlay, context, language) {
      const names = forms.sectionsOf(forms.stepOf(flow, step), context).map((one) => one.section);
      const sections = await Promise.all(names.map((name) => publish(name, overlay, language)));
      return { sections, context };
    },
    stepOf(flow, step) {
      const found = flowOf(loaded.catalogue, flow).steps.find((one) => one.id === step);
      if (!found) throw refuse('notFound');
      return found;
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

/** The calendar day at a place: `todayIn('America/New_York', clock())` → '2026-11-21'. */
export function todayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
}

function flowOf(catalogue: Catalogue, name: string): Flow {
  if (!['entry', 'application', 'success'].includes(name)) throw refuse('notFound');
  return catalogue.flow(name);
}

function createApplies(): (when: Record<string, unknown> | undefined, context: Context) => boolean {
  const ajv = createAjv();
  return (when, context) => !when || ajv.validate(when, context) === true;
}
