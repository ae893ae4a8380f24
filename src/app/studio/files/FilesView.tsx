import type { StudioView } from '../studioPlace';
import { TextsView, type TextsViewProps } from './TextsView';

export function FilesView({ view: _view, ...props }: TextsViewProps & { view: Exclude<StudioView, 'questions'> }) {
  return <TextsView {...props} />;
}
