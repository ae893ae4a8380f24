import texts from '../../../schemas/texts/success.json';

/** The words of a dialog of this page. */
export interface DialogTexts {
  link: string;
  title: string;
  save: string;
  saving: string;
  saved: string;
  failed: string;
  refused?: string;
  /** What is to be known before it is saved. */
  before?: string;
  /** Asked once more where a document was promised and none is there. */
  withoutFile?: { title: string; text: string };
  /** Milliseconds for which the dialog stays after a save (spec 003, section 9). */
  closeAfter?: number;
}

/** The words of each dialog by its step in the flow file. */
export const dialogTexts: Record<string, DialogTexts> = {
  'desired-address': texts.desiredAddress,
  'desired-unit': texts.desiredUnit,
  supplemental: texts.secondary,
};
