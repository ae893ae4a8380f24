/**
 * A file of contenders/, or the product's page; `page` and `engine` are held to their bars, the floors are what they are measured against, the rest is shown
 * with them. Live checks
 * are for registration, whose sections are a tenth of this one; steps, and so this section, check a second after the last change.
 */
export interface ContenderFile {
  name: string;
  /** None: the income page of the built server. */
  file?: string;
  role: 'page' | 'engine' | 'floor' | 'drawn floor' | 'shown';
}

/** Who takes part, in the order of the table. */
export const CONTENDERS: ContenderFile[] = [
  { name: 'plain inputs, no engine', file: 'bare-inputs.jsx', role: 'shown' },
  { name: 'react-hook-form + AJV', file: 'react-hook-form.jsx', role: 'floor' },
  { name: 'react-hook-form + AJV, drawn by Chakra', file: 'react-hook-form-chakra.jsx', role: 'drawn floor' },
  { name: 'the income page', role: 'page' },
  { name: 'this engine', file: 'engine.tsx', role: 'engine' },
  { name: 'this engine, live checks', file: 'engine-live.tsx', role: 'shown' },
  { name: 'RJSF, live validation', file: 'rjsf.jsx', role: 'shown' },
  { name: 'JSON Forms', file: 'jsonforms.jsx', role: 'shown' },
  { name: 'SurveyJS', file: 'surveyjs.jsx', role: 'shown' },
];
