import { useEffect } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { watchFormChanges } from '../../api/formChanges';
import type { StudioChoices } from '../../api/studio';
import { fillText } from '../../model/fillText';
import type { PreviewWish } from '../../model/preview';
import type { Overlay } from '../../model/types';
import { PhoneFrame } from './PhoneFrame';
import { SettingToggles } from './SettingToggles';
import { StudioControls } from './StudioControls';
import { StudioPane } from './StudioPane';
import { type StudioPlace, useStudioPlace } from './studioPlace';

interface StudioDeskProps {
  choices: StudioChoices;
  token: string;
  /** The schema files changed. */
  onChange(): void;
}

const said = texts.page;

/** The open Studio: what is chosen on one side, one form or two to compare on the other. */
export function StudioDesk({ choices, token, onChange }: StudioDeskProps) {
  const [place, go] = useStudioPlace();
  // Tied to the server's stream of changes, which only development has.
  useEffect(() => (choices.isLive ? watchFormChanges(onChange) : undefined), [choices.isLive, onChange]);
  const pane = (config: string, changed: Overlay['settings']) => (
    <StudioPane
      key={`${place.section} ${config}`}
      config={config}
      token={token}
      version={choices.version}
      wish={wishOf(choices, place, config, changed)}
    />
  );
  if (place.isFrame)
    return (
      <main id="main" className="st-frame">
        {pane(place.config, place.changed)}
      </main>
    );
  return (
    <main id="main" className="st-page">
      <header className="st-head">
        <h1>{said.heading}</h1>
        <p className="rp-help">
          {said.intro} {fillText(said.version, { version: choices.version })}
        </p>
      </header>
      <div className="st-desk">
        <div className="st-side">
          <StudioControls choices={choices} place={place} go={go} />
          <SettingToggles choices={choices} place={place} go={go} />
        </div>
        <div className="st-panes" data-two={place.other === undefined ? undefined : ''}>
          {place.isPhone ? <PhoneFrame /> : pane(place.config, place.changed)}
          {place.other !== undefined && pane(place.other, {})}
        </div>
      </div>
    </main>
  );
}

function wishOf(
  { configs }: StudioChoices,
  { section, type, language }: StudioPlace,
  config: string,
  changed: Overlay['settings'],
): PreviewWish {
  const sample = configs.find(({ name }) => name === config)?.overlay ?? { settings: {} };
  return {
    section,
    applicationType: type,
    overlay: { ...sample, settings: { ...sample.settings, ...changed } },
    ...(language && { language }),
  };
}
