/** Keeps React from throwing NotFoundError after a page translator has replaced text nodes. */
export function tolerateTranslators(nodes: Node = Node.prototype): void {
  const { removeChild, insertBefore } = nodes;
  nodes.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) {
      child.parentNode?.removeChild(child);
      return child;
    }
    removeChild.call(this, child);
    return child;
  };
  nodes.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    const place = before && before.parentNode !== this ? null : before;
    insertBefore.call(this, child, place);
    return child;
  };
}
