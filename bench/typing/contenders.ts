/** A file in contenders/, or the app's page. `page` and `engine` are limited relative to the `floor`. */
export interface ContenderFile {
  name: string;
  /** Undefined for the income page of the built server. */
  file?: string;
  role: 'page' | 'engine' | 'floor';
}

export const CONTENDERS: ContenderFile[] = [
  { name: 'react-hook-form + AJV, rendered by Chakra', file: 'react-hook-form.jsx', role: 'floor' },
  { name: 'the income page', role: 'page' },
  { name: 'this engine', file: 'engine.tsx', role: 'engine' },
];
