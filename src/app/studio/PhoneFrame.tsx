import { useLocation } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { Phone } from './parts';

export function PhoneFrame() {
  const messages = useMessages('studio').page;
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  for (const name of ['phone', 'with', 'panel', 'question', 'rehearse', 'as']) params.delete(name);
  params.set('frame', '');
  return <Phone title={messages.frame} src={`/studio?${params}`} />;
}
