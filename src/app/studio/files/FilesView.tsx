import type { StudioView } from '../studioPlace';
import { SettingsView } from './SettingsView';
import { TextsView, type TextsViewProps } from './TextsView';

interface FilesViewProps extends TextsViewProps {
  view: Exclude<StudioView, 'questions'>;
}

/** Shows what belongs to no section: texts or settings. */
export function FilesView({ view, ...props }: FilesViewProps) {
  return view === 'texts' ? <TextsView {...props} /> : <SettingsView {...props} />;
}
