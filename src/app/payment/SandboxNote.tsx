import texts from '../../../schemas/texts/payment.json';

/** Says that no real card is charged here. */
export function SandboxNote() {
  return (
    <p className="rp-note">
      <strong className="ap-badge">{texts.sandbox.badge}</strong> {texts.sandbox.text}
    </p>
  );
}
