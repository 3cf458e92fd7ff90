// A page that is painted while its second half is still loading shifts as that arrives. The first paint waits until the
// parser has reached the mark (the HTML standard's `expect` link); content after it does not block.

/** For a document's head: nothing is painted before `renderBlockingMarker` is parsed. */
export const renderBlockingLink = '<link rel="expect" href="#drawn" blocking="render">';
/** For its body, after all visible content. */
export const renderBlockingMarker = '<div id="drawn" hidden></div>';
