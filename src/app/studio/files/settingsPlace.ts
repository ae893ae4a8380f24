import type { TextsViewProps } from './TextsView';

/** The file whose fields are shown. */
export interface SettingsPlace extends Pick<TextsViewProps, 'work' | 'languages' | 'findings'> {
  file: string;
  /** How often each text is used. */
  counts: ReadonlyMap<string, number>;
}
