import texts from '../../../schemas/texts/shell.json';
import './loader.css';

/** Something is being fetched; shown in place of it. */
export function Loader({ text = texts.loader.text }: { text?: string }) {
  return (
    <div className="ap-loader" role="status">
      <span className="ap-spinner" aria-hidden="true" />
      {text}
    </div>
  );
}
