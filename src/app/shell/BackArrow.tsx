import { useNavigate } from 'react-router-dom';
import texts from '../../../schemas/texts/shell.json';

/** One page back in the browser's history. */
export function BackArrow() {
  const navigate = useNavigate();
  return (
    <button type="button" className="ap-back" onClick={() => void navigate(-1)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M15 5l-7 7 7 7" />
      </svg>
      {texts.back}
    </button>
  );
}
