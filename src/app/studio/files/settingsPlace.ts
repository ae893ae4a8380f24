import type { TextsViewProps } from './TextsView';

/** The file whose fields are shown. */
export interface SettingsPlace extends Pick<TextsViewProps, 'work' | 'languages' | 'findings'> {
  file: string;
  /** Number of places of every text. */
  counts: ReadonlyMap<string, number>;
}
