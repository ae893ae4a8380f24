/**
 * A file of contenders/; `ours` is held to the bars, `floor` is what it is measured against, the rest is shown beside. Live checks
 * are for registration, whose sections are a tenth of this one; steps, and so this section, check a second after the last change.
 */
export interface ContenderFile {
  name: string;
  file: string;
  role: 'ours' | 'floor' | 'shown';
}

/** Who takes part, in the order of the table. */
export const CONTENDERS: ContenderFile[] = [
  { name: 'plain inputs, no engine', file: 'bare-inputs.jsx', role: 'shown' },
  { name: 'react-hook-form + AJV', file: 'react-hook-form.jsx', role: 'floor' },
  { name: 'this engine', file: 'engine.tsx', role: 'ours' },
  { name: 'this engine, live checks', file: 'engine-live.tsx', role: 'shown' },
  { name: 'RJSF, live validation', file: 'rjsf.jsx', role: 'shown' },
  { name: 'JSON Forms', file: 'jsonforms.jsx', role: 'shown' },
  { name: 'SurveyJS', file: 'surveyjs.jsx', role: 'shown' },
];
