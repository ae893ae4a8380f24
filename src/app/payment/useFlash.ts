import { useCallback, useRef, useState } from 'react';

/** True for `duration` milliseconds after each `flash()`. */
export function useFlash(duration: number): [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flash = useCallback(() => {
    clearTimeout(timer.current);
    setOn(true);
    timer.current = setTimeout(() => setOn(false), duration);
  }, [duration]);
  return [isOn, flash];
}
