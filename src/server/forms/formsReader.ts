import { LRUCache } from 'lru-cache';
import { todayIn } from '../../model/format/todayIn';
import { isSkipped, owesFee } from '../../model/household';
import { type Fee, feeFor } from '../../model/law/feeFor';
import { findPlace, type Home, type PlaceLaw } from '../../model/law/jurisdictions';
import { type FormOwner, REPORT_SETTING } from '../../model/law/lawSettings';
import { translate } from '../../model/messages/translate';
import { applicantFlows, nameRules, sectionFor, stepInRole, submissionStep } from '../../model/section/flow';
import type {
  Checker,
  Context,
  PlainSection,
  ServedForm,
  ServedSection,
  Step,
  StepRole,
  SubscriberSettings,
} from '../../model/types';
import type { Clock } from '../platform/db/memory';
import { refuse } from '../platform/http/errors';
import type { Applicant } from '../platform/sessions/sessions';
import { hashText, joinModules } from './compiledSections';
import { createConditionCheck } from './conditionCheck';
import type { FormRepository, SettingsReader } from './formRepository';
import type { FormsVersion } from './formsVersion';
import { createLawCache, createMergeCache } from './lawCache';

export interface FormsReader {
  /** Throws `notFound` for an unknown flow or step. */
  getForm(flow: string, step: string, applicant: Applicant, language?: string): Promise<ServedForm>;
  buildForm(
    flow: string,
    step: string,
    settings: SubscriberSettings,
    context: Context,
    language?: string,
  ): Promise<ServedForm>;
  serveSection(section: string, settings: SubscriberSettings, language?: string): Promise<ServedSection>;
  getStepRules(step: string, settings: SubscriberSettings, language?: string): JoinedRules;
  getRulesId(flow: string, step: string, applicant: Applicant, language?: string): Promise<string>;
  findValidator(hash: string): Promise<string | undefined>;
  findStep(flow: string, step: string): Step;
  translateStep(flow: string, step: string, language?: string): Step;
  findStepByRole(role: StepRole): FoundStep | undefined;
  /** Throws if no step has this role. */
  getStep(role: 'registration' | 'submission'): FoundStep;
  sectionFor(role: StepRole, member: string): string;
  listSections(step: Step, context: Context): Step['sections'];
  getPlainSection(section: string, settings: SubscriberSettings): PlainSection;
  getChecker(section: string, settings: SubscriberSettings): Checker;
  getSubscriberSettings(subscriberId: string): Promise<SubscriberSettings>;
  /** Merges a landlord's settings with local law. */
  getSettings(owner: FormOwner): Promise<SubscriberSettings>;
  listPlaces(subscriberId: string): Promise<string[]>;
  /** Applies local law and household settings to a fee. `listed` is the landlord's fee in cents. */
  getFee(applicant: FeePayer, listed: number): Promise<Fee>;
  /** Returns federal law if no state or city file covers the home. */
  getLaw(home?: Home): PlaceLaw;
  getContext(applicant: Applicant): Promise<Context>;
}

interface FoundStep {
  flow: string;
  step: Step;
}

export type FeePayer = Pick<Applicant, 'trn' | 'subscriberId' | 'home' | 'isOffered' | 'timeZone' | 'household'>;

interface JoinedRules {
  code: string;
  hash: string;
}

const MAX_CACHED = 300;

const allFlows = ['entry', 'office', ...applicantFlows];

export function createFormsReader(
  getActive: () => FormsVersion,
  store: Pick<FormRepository, 'findValidator' | 'storeValidator' | 'findScreeningReport' | 'listHomes'>,
  { getSubscriberSettings, getLists }: SettingsReader,
  clock: Clock,
): FormsReader {
  const isActive = createConditionCheck();
  const storedModules = new Set<string>();
  const joinedRules = new LRUCache<string, JoinedRules>({ max: MAX_CACHED });
  const translatedSteps = new WeakMap<object, Map<Step, Step>>();

  const findLawOnce = createLawCache();
  const mergeOnce = createMergeCache();
  const compile = (section: string, settings: SubscriberSettings) => getActive().compile(section, settings);
  const compileIn = (section: string, settings: SubscriberSettings, language: string) =>
    (getActive().compileIn[language] ?? compile)(section, settings);

  async function serveSection(section: string, settings: SubscriberSettings, language = ''): Promise<ServedSection> {
    const { plain, module } = compileIn(section, settings, language);
    const validator = await storeModule(module());
    const { name, schema, ui, rules, removed } = plain;
    return { name, schema, ui, rules, removed, validator };
  }

  async function storeModule({ hash, code }: JoinedRules): Promise<string> {
    if (!storedModules.has(hash)) await store.storeValidator(hash, code);
    storedModules.add(hash);
    return validatorPath(hash);
  }

  function joinRules(names: string[], settings: SubscriberSettings, language: string): JoinedRules {
    const modules = names.map((name) => compileIn(name, settings, language).module());
    const byAddress = new Map(modules.map(({ hash, code }) => [validatorPath(hash), code]));
    const key = [...byAddress.keys()].join();
    const found = joinedRules.get(key) ?? joinIntoRules(byAddress);
    joinedRules.set(key, found);
    return found;
  }

  function findStep(flow: string, step: string): Step {
    const found =
      allFlows.includes(flow) &&
      getActive()
        .catalog.flow(flow)
        .steps.find(({ id }) => id === step);
    if (!found) throw refuse('notFound');
    return found;
  }

  const listSections = (step: Step, context: Context) =>
    step.sections.filter(({ section, when }) => !isSkipped(section, context.householdRole) && isActive(when, context));

  const reader: FormsReader = {
    async getForm(flow, step, applicant, language) {
      const [settings, context] = await Promise.all([reader.getSettings(applicant), reader.getContext(applicant)]);
      return reader.buildForm(flow, step, settings, context, language);
    },
    async buildForm(flow, step, settings, context, language = '') {
      const names = listSections(findStep(flow, step), context).map(({ section }) => section);
      const sections = await Promise.all(names.map((name) => serveSection(name, settings, language)));
      const rules = await storeModule(joinRules(names, settings, language));
      return { sections, step: reader.translateStep(flow, step, language), context, rules };
    },
    serveSection,
    getStepRules(step, settings, language = '') {
      const names = findStep('application', step).sections.map(({ section }) => section);
      return joinRules(names, settings, language);
    },
    async getRulesId(flow, step, applicant, language) {
      const { sections } = await reader.getForm(flow, step, applicant, language);
      return nameRules(sections.map(({ validator }) => validator));
    },
    findValidator: (hash) => store.findValidator(hash),
    findStep,
    translateStep(flow, step, language = '') {
      const translations = getActive().languages[language];
      const own = findStep(flow, step);
      if (!translations) return own;
      const translated = translatedSteps.get(translations) ?? new Map<Step, Step>();
      translatedSteps.set(translations, translated);
      const found = translated.get(own) ?? translate(own, translations);
      translated.set(own, found);
      return found;
    },
    findStepByRole(role) {
      const { catalog } = getActive();
      const found = ['entry', ...applicantFlows].map((flow) => ({ flow, step: stepInRole(catalog.flow(flow), role) }));
      return found.find((one): one is FoundStep => one.step !== undefined);
    },
    getStep(role) {
      const { catalog } = getActive();
      if (role === 'submission') return { flow: 'application', step: submissionStep(catalog.flow('application')) };
      const found = reader.findStepByRole(role);
      if (!found) throw new Error(`No step has the role '${role}'`);
      return found;
    },
    sectionFor: (role, member) => sectionFor(reader.findStepByRole(role)?.step, member),
    listSections,
    getPlainSection: (section, settings) => compile(section, settings).plain,
    getChecker: (section, settings) => compile(section, settings).checker,
    getSubscriberSettings,
    async getSettings({ subscriberId, home, isOffered = false }) {
      const own = await getSubscriberSettings(subscriberId);
      return mergeOnce(own, reader.getLaw(home), isOffered);
    },
    async listPlaces(subscriberId) {
      const homes = await store.listHomes(subscriberId);
      return [...new Set(homes.map((home) => findPlace(getActive().jurisdictions, home)))];
    },
    async getFee(applicant, listed) {
      const [own, merged] = await Promise.all([
        getSubscriberSettings(applicant.subscriberId),
        reader.getSettings(applicant),
      ]);
      const acceptsReports = own.settings[REPORT_SETTING] === 'Optional';
      const takesReport = merged.settings[REPORT_SETTING] !== 'Hide';
      const report = takesReport ? await store.findScreeningReport(applicant.trn) : undefined;
      const today = todayIn(applicant.timeZone, clock());
      if (!reader.findStepByRole('payment')) return { cents: 0, rules: [] };
      const fee = feeFor(reader.getLaw(applicant.home), { listed, acceptsReports, report, today });
      const { role = null, paysForAll = false } = applicant.household ?? {};
      return owesFee({ role, paysForAll }, own.household) ? fee : { ...fee, cents: 0 };
    },
    getLaw: (home = {}) => findLawOnce(getActive().jurisdictions, home),
    async getContext(applicant) {
      const { cents } = await reader.getFee(applicant, applicant.listedFee);
      const { role } = applicant.household ?? {};
      return {
        ...(role && { householdRole: role }),
        ...(cents === 0 && { isFree: true }),
        today: todayIn(applicant.timeZone, clock()),
        applicationType: applicant.applicationType,
        applicant: { first_name: applicant.firstName, last_name: applicant.lastName },
        lists: await getLists(applicant.subscriberId, applicant.propertyId),
      };
    },
  };
  return reader;
}

const validatorPath = (hash: string) => `/api/forms/validators/${hash}.js`;

function joinIntoRules(modules: ReadonlyMap<string, string>): JoinedRules {
  const code = joinModules(modules);
  return { code, hash: hashText(code) };
}
