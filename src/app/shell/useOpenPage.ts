import { startTransition, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Returns a function that opens a path. It resolves once the page at the path, or an error page, has replaced the
 * current page. While the new page's code loads, the current page stays on screen.
 */
export function useOpenPage(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(0);
  const onShown = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs after each transition and on unmount.
  useEffect(() => () => onShown.current?.(), [opened]);
  return (path) =>
    new Promise((resolve) => {
      onShown.current = resolve;
      // React commits both updates together, because they're in the same transition.
      startTransition(() => {
        void navigate(path);
        setOpened((count) => count + 1);
      });
    });
}
