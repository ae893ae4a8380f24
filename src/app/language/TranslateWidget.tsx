import { useEffect } from 'react';
import { useApplication } from '../shell/application';

const SCRIPT = '/api/translate-widget.js';

/**
 * Where the operator's machine-translation widget draws itself (spec 000, section 2, Application shell). It is fetched only where
 * the operator has switched it on; it finds its place by the id.
 */
export function TranslateWidget() {
  const { translate_widget: isOn } = useApplication();
  // The widget is a script of its own that React does not know.
  useEffect(() => {
    if (isOn) addScript();
  }, [isOn]);
  return isOn ? <div id="translate-widget" className="ap-translate" translate="no" /> : null;
}

function addScript(): void {
  if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { src: SCRIPT, type: 'module' }));
}
