// A page that is drawn while its second half is still on its way moves as that arrives: a footer climbs by each line. The
// first picture waits until the parser has met the mark (the HTML standard's `expect` link); what follows is not drawn.

/** For a document's head: nothing is drawn before `renderBlockingMarker` is there. */
export const renderBlockingLink = '<link rel="expect" href="#drawn" blocking="render">';
/** For its body, after everything that is seen. */
export const renderBlockingMarker = '<div id="drawn" hidden></div>';
