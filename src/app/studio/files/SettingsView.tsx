import { useMemo } from 'react';
import { useMessages } from '../../../messages/useMessages';
import { onlyChanged } from '../../../model/studio/diffLines';
import { listSettings } from '../../../model/studio/settingsForm';
import type { MetaNode } from '../../../model/studio/settingsMeta';
import { countTexts } from '../../../model/studio/texts';
import { chosenLanguage } from '../../language/servedMessages';
import { Skeleton } from '../../ui/Skeleton';
import { useDraft } from '../draft';
import { Pane, Panes, SmallHeading } from '../parts';
import { FilesNav } from './FilesNav';
import { SettingFields } from './SettingFields';
import { translationIn } from './TextRow';
import type { TextsViewProps } from './TextsView';

/** Shows settings as forms, generated from the meta-schemas. */
export function SettingsView({ work, languages, findings, chosen, onOpen }: TextsViewProps) {
  const messages = useMessages('studio').files;
  const { changes } = useDraft();
  const counts = useMemo(() => countTexts(work.files), [work.files]);
  const changed = onlyChanged(changes, work.live);
  const names: Record<string, string | undefined> = messages.settings;
  const titleOf = (file: string) => names[file.slice(0, -'.json'.length)] ?? file;
  const open = work.settings.find(({ file }) => file === chosen) ?? work.settings[0];
  if (!open) return <Skeleton fields={6} />;
  const items = work.settings.map(({ file }) => ({ id: file, title: titleOf(file), isChanged: file in changed }));
  // The cast is safe, because unknown members are ignored.
  const meta = (work.metaSchemas[open.meta] ?? {}) as MetaNode;
  return (
    <>
      <FilesNav
        label={messages.views.settings}
        groups={[{ title: messages.views.settings, items }]}
        chosen={open.file}
        onOpen={onOpen}
      />
      <Panes>
        <Pane aria-label={messages.views.settings}>
          <SmallHeading>{titleOf(open.file)}</SmallHeading>
          <p className="rp-help">{messages.settingsLead}</p>
          <SettingFields
            key={open.file}
            fields={listSettings(
              meta,
              work.files[open.file],
              (text) => translationIn(work, chosenLanguage(), text) || text,
            )}
            place={{ work, languages, findings, counts, file: open.file }}
          />
        </Pane>
      </Panes>
    </>
  );
}
