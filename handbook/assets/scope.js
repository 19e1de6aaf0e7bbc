// What Zensical's own script expects to find: where the site begins, and what it remembers there.
var __md_scope = new URL("..", document.currentScript.src);
var __md_hash = (text) => [...text].reduce((sum, sign) => (sum << 5) - sum + sign.charCodeAt(0), 0);
var __md_get = (name, store = localStorage, scope = __md_scope) => JSON.parse(store.getItem(scope.pathname + "." + name));
var __md_set = (name, value, store = localStorage, scope = __md_scope) => {
  try { store.setItem(scope.pathname + "." + name, JSON.stringify(value)) } catch (full) { /* then it is not remembered */ }
};
document.documentElement.setAttribute("data-platform", navigator.platform);

// Zensical's search brings its style as an inline element, which the house's policy does not let pass. The same text
// as a sheet made by script is let pass.
{
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options), append = root.appendChild;
    root.appendChild = (child) => {
      if (child.localName !== "style") return append.call(root, child);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(child.textContent);
      root.adoptedStyleSheets.push(sheet);
      return child;
    };
    return root;
  };
}
