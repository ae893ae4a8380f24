/// <reference types="vite/client" />
import type { RejectedEdits } from './rejectedEditsPlugin';

const ID = 'rejected-edits';

/** Loaded in development only. */
export function showRejectedEdits({ title, lines }: RejectedEdits): void {
  document.getElementById(ID)?.remove();
  if (lines.length === 0) return;
  const banner = document.createElement('aside');
  banner.id = ID;
  banner.setAttribute('role', 'status');
  banner.style.cssText =
    'position:fixed;inset:auto 0 0 0;z-index:9999;max-height:40vh;overflow:auto;padding:12px 16px;background:#7a1f1f;color:#fff;font:14px/1.4 system-ui';
  const heading = document.createElement('strong');
  heading.textContent = title;
  const list = document.createElement('ul');
  list.style.cssText = 'margin:8px 0 0;padding-left:20px';
  for (const line of lines) list.append(Object.assign(document.createElement('li'), { textContent: line }));
  banner.append(heading, list);
  document.body.append(banner);
}

import.meta.hot?.on('schemas:rejected', showRejectedEdits);
import.meta.hot?.send('schemas:opened');
