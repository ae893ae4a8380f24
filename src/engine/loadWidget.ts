import { widgets } from '../../widgets/index';
import { ownMember } from '../model/answers/paths';

/** Loads the code of a widget, by its `ui:widget` name, before a form shows it. Rejects if the code can't be loaded. */
export async function loadWidget(name: string): Promise<void> {
  await ownMember(widgets, name)?.load?.();
}
