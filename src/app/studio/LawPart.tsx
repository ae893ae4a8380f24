import type { StudioChoices } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { Part } from './parts';

export function LawPart({ places, law }: Pick<StudioChoices, 'places'> & { law: string }) {
  const messages = useMessages('studio').page;
  const place = places.find(({ id }) => id === law);
  if (!place) return null;
  return (
    <Part title={`${messages.law}: ${place.title}`} open>
      <p className="rp-note">{messages.lawNote}</p>
      <ul>
        {place.rules.map(({ text, statute, link }) => (
          <li key={`${statute} ${text}`}>
            {text}{' '}
            <a href={link} target="_blank" rel="noreferrer">
              {statute}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}
