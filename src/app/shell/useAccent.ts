import { useLayoutEffect } from 'react';
import { accentVariables } from '../../engine/theme/accent';

/** Puts the subscriber's colour on the page. */
export function useAccent(accent: string | undefined): void {
  // The variables are the root element's, which React does not draw.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(accentVariables(accent))) style.setProperty(name, value);
  }, [accent]);
}
