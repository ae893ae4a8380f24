/**
 * Page translators put their own elements in place of text nodes that React still holds. React then removes, or inserts before,
 * a node that is no longer where it was, and the page would end with a NotFoundError. What was to be removed is removed where
 * it is; what was to come before a lost node comes last.
 */
export function bearTranslators(nodes: Node = Node.prototype): void {
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
