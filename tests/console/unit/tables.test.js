import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetAll, forgetTable, keepTabAddress, tabAddress } from "../../../src/console/web/app/tables.js";

test("a tab of a table keeps its last address, until the table is forgotten", () => {
  const odd = "a.b-c", address = `#!/tables/${odd}/items?q=%7B%22m%22%3A%22query%22%7D`;
  assert.equal(tabAddress(odd, "items"), "#!/tables/a.b-c/items");
  keepTabAddress(odd, "items", address);
  keepTabAddress(odd, "collections", address); // the address of another tab
  keepTabAddress("a.b", "items", address); // and of another table
  assert.equal(tabAddress(odd, "items"), address);
  assert.equal(tabAddress(odd, "collections"), "#!/tables/a.b-c/collections");
  assert.equal(tabAddress("a.b", "items"), "#!/tables/a.b/items");
  forgetTable("a.b");
  assert.equal(tabAddress(odd, "items"), address);
  keepTabAddress(odd, "items", "#!/tables/a.b-c/items");
  assert.equal(tabAddress(odd, "items"), "#!/tables/a.b-c/items");
  for (const forget of [() => forgetTable(odd), forgetAll]) {
    keepTabAddress(odd, "items", address);
    forget();
    assert.equal(tabAddress(odd, "items"), "#!/tables/a.b-c/items");
  }
});
