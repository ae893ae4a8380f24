import type { TextsViewProps } from './TextsView';

export interface SettingsPlace extends Pick<TextsViewProps, 'work' | 'languages' | 'findings'> {
  file: string;
  /** How often each text is used. */
  counts: ReadonlyMap<string, number>;
}
