import { beforeEach, vi } from "vitest";

/**
 * The DOM of the tests can't scroll: from here on scrollIntoView tells the mock the id of its element instead. Each test
 * of the file begins with a mock that was not called.
 */
export function watchScrolling() {
  const scrolledTo = vi.fn<(id: string) => void>();
  beforeEach(() => {
    scrolledTo.mockClear();
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolledTo(this.id);
    };
  });
  return scrolledTo;
}
