import { Link } from 'react-router-dom';
import { hasRecords } from '../../api/steps';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { applicationFlow, setReturnToReview } from '../shell/application';
import { Banner } from '../ui/Banner';

type UnsavedPlace = { path: string; title: string; step: string };

export function UnsavedNotice({ unsaved }: { unsaved: readonly UnsavedPlace[] }) {
  const messages = useMessages('payment').unsaved;
  if (unsaved.length === 0) return null;
  return (
    <Banner kind="warning" title={messages.title}>
      <p>{messages.text}</p>
      <ul>
        {unsaved.map((place) => (
          <li key={place.path}>
            <Link to={place.path} onClick={setReturnToReview}>
              {fillText(messages.section, place)}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Lists each panel once, even if several of its sections changed. */
export function unsavedPlaces(sections: readonly string[] = []): UnsavedPlace[] {
  const places = applicationFlow()
    .steps.filter(hasRecords)
    .flatMap(({ route, title: step, sections: parts }) =>
      parts
        .filter(({ section }) => sections.includes(section))
        .map(({ anchor, title }) => ({ path: `${route}#${anchor}`, title, step })),
    );
  return [...new Map(places.map((place) => [place.path, place])).values()];
}
