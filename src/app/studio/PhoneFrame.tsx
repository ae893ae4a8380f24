import { useLocation } from 'react-router-dom';
import texts from '../../../schemas/texts/studio.json';

/** The first form in a window of its own, 360 pixels wide, so that it is drawn as on a phone. */
export function PhoneFrame() {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete('phone');
  params.delete('with');
  params.set('frame', '');
  return <iframe className="st-phone" title={texts.page.frame} src={`/studio?${params}`} />;
}
