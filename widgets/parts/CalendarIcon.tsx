/** A leaf of a calendar, said by its button's own name. */
export function CalendarIcon() {
  return (
    <svg
      aria-hidden="true"
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
    >
      <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
      <path d="M3.5 10h17M8 2.75V7M16 2.75V7" strokeLinecap="round" />
    </svg>
  );
}
