import type { Migration } from '../../model/answers/migrations';
import type { SubscriberSettings } from '../../model/types';
import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { Events } from '../platform/db/events';
import type { Clock } from '../platform/db/memory';
import { createSettingsReader, type FormRepository } from './formRepository';
import { createFormsPublisher, type FormsPublisher } from './formsPublisher';
import { createFormsReader, type FormsReader } from './formsReader';
import type { FormsVersion } from './formsVersion';
import { readProgram } from './program';

type Active = Pick<
  FormsVersion,
  'catalog' | 'states' | 'files' | 'texts' | 'schemaVersion' | 'migrations' | 'languages' | 'jurisdictions'
>;
type Publishing = Pick<FormsPublisher, 'initialFileState' | 'reload' | 'validateChanges' | 'readFolder' | 'onReload'>;

/** The active forms. A reload changes the members of this object. */
export interface Forms extends Active, Publishing, FormsReader {
  readonly version: string;
  readonly pastMigrations: readonly Migration[];
  migrationsFrom(version: string | null): Migration[];
  /** Number of the newest published version when these files were read. */
  readonly publishedNumber: number;
  /** Reasons why the newest files aren't active. */
  readonly blockers: readonly LintIssue[];
}

export const noSettings: SubscriberSettings = { settings: {} };

export async function createForms(
  store: FormRepository,
  clock: Clock,
  events: Events,
  folder?: string,
  program = readProgram(),
): Promise<Forms> {
  const publisher = await createFormsPublisher(store, clock, folder, program);
  const { getActive, getFormer, getBlockers, getActiveNumber, ...publishing } = publisher;
  const forms: Forms = {
    ...publishing,
    ...createFormsReader(getActive, store, createSettingsReader(store, clock, events), clock),
    get version() {
      return getActive().id;
    },
    get publishedNumber() {
      return getActiveNumber();
    },
    get schemaVersion() {
      return getActive().schemaVersion;
    },
    get catalog() {
      return getActive().catalog;
    },
    get states() {
      return getActive().states;
    },
    get files() {
      return getActive().files;
    },
    get texts() {
      return getActive().texts;
    },
    get jurisdictions() {
      return getActive().jurisdictions;
    },
    get languages() {
      return getActive().languages;
    },
    get migrations() {
      return getActive().migrations;
    },
    get pastMigrations() {
      return getFormer().migrations;
    },
    get blockers() {
      return getBlockers();
    },
    migrationsFrom: (version) => getFormer().migrationsFrom(version, forms.migrations),
  };
  return forms;
}
