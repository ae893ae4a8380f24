/** A file of contenders/, or the product's page: `page` and `engine` are held to their bars against the `floor`. */
export interface ContenderFile {
  name: string;
  /** None: the income page of the built server. */
  file?: string;
  role: 'page' | 'engine' | 'floor';
}

/** Who takes part, in the order of the table. */
export const CONTENDERS: ContenderFile[] = [
  { name: 'react-hook-form + AJV, drawn by Chakra', file: 'react-hook-form.jsx', role: 'floor' },
  { name: 'the income page', role: 'page' },
  { name: 'this engine', file: 'engine.tsx', role: 'engine' },
];
